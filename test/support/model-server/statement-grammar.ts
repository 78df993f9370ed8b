/** The words in which a file ends its statements and opens its blocks. */
interface Style {
  readonly end: ';' | '';
  readonly open: ' {' | ':';
}

/**
 * An ending for the statement being typed, from a small grammar and the name declared last. Undefined
 * where no rule applies, or no name is known; a name that may be half typed is never continued.
 */
export function nextStatement(lines: readonly string[], typed: string): string | undefined {
  const start = typed.trimStart();
  const assigned = /^(?:(?:const|let|var)\s+)?([\p{L}\p{N}_]+)\s*=\s*$/u.exec(start)?.[1];
  const name = lastName(lines, assigned);
  if (name === undefined) return undefined;
  const { end, open } = styleOf(lines);
  const space = /\s$/.test(typed) ? '' : ' ';
  if (/^return\s*$/.test(start)) return `${space}${name}${end}`;
  if (/^(const|let|var)\s+[\p{L}\p{N}_]+\s+$/u.test(start)) return `= ${name}${end}`;
  if (assigned !== undefined) return `${space}${name}${end}`;
  if (/^(?:\}\s*else\s+)?(?:if|while)\s*\($/.test(start)) return `${name})${open}`;
  if (/^for\s*\($/.test(start)) return `const item of ${name})${open}`;
  if (/^(?:el)?if\s+$|^while\s+$/.test(start) && open === ':') return `${name}:`;
  if (/\b(?:function|def|class)\b/.test(start)) return undefined;
  if (/[\p{L}\p{N}_]\($/u.test(start)) return `${name})${end}`;
  return undefined;
}

/** As the lines above do it; a file may be too young to tell, then nothing is added. */
function styleOf(lines: readonly string[]): Style {
  const code = lines.filter((line) => line.trim() !== '');
  const semicolons = code.filter((line) => /;\s*$/.test(line)).length;
  const colons = code.filter((line) => /^\s*(?:def|class|if|for|while|with)\b.*:\s*$/.test(line));
  const isIndented = colons.length > 0 && semicolons === 0;
  return {
    end: !isIndented && semicolons > 0 && semicolons >= code.length / 10 ? ';' : '',
    open: isIndented ? ':' : ' {',
  };
}

/** The name declared last: the one most likely to be used next, other than the one being assigned. */
function lastName(lines: readonly string[], assigned: string | undefined): string | undefined {
  for (const line of lines.toReversed()) {
    const name =
      /^\s*(?:export\s+)?(?:(?:const|let|var)\s+)?([\p{L}_][\p{L}\p{N}_]*)\s*(?::[^=]+)?=(?!=)/u.exec(
        line,
      )?.[1];
    if (name !== undefined && name !== assigned) return name;
  }
  return undefined;
}
