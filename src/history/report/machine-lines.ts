import { codeSpan } from './code-span.ts';
import { counted } from './figure-words.ts';

/** The machine that runs First Token. Never its name. */
export interface ReportMachine {
  /** As the processor calls itself. */
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  /** Name, release and architecture. */
  readonly os: string;
  readonly node: string;
  /** The editor's name and version. */
  readonly editor: string;
  /** For example `in a remote window (ssh-remote)`. */
  readonly where: string;
}

const GIB = 1024 ** 3;

export function machineLines(machine: ReportMachine): readonly string[] {
  const memory = `${(machine.memoryBytes / GIB).toFixed(1)} GiB memory`;
  return [
    `- Processor: ${codeSpan(machine.cpu)}, ${counted(machine.cores, 'core')}, ${memory}`,
    `- System: ${codeSpan(machine.os)}, Node.js ${codeSpan(machine.node)}`,
    `- Editor: ${codeSpan(machine.editor)}, ${machine.where}`,
  ];
}
