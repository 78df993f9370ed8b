import path from 'node:path';
import { projectRoot } from './project-root.ts';
import { runCommand } from './run-command.ts';

/** Runs a program of node_modules/.bin in the checkout; throws its output when it fails. */
export async function runTool(tool: string, ...args: string[]): Promise<string> {
  const program = path.join(projectRoot, 'node_modules', '.bin', tool);
  const result = await runCommand(program, args, { cwd: projectRoot });
  if (result.code !== 0) throw new Error(result.output.trim());
  return result.output;
}
