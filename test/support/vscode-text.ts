/** The editor's plain data types and a document over a string, as far as providers need them. */
export class Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }

  isEqual(other: Position): boolean {
    return this.line === other.line && this.character === other.character;
  }

  isBeforeOrEqual(other: Position): boolean {
    return (
      this.line < other.line || (this.line === other.line && this.character <= other.character)
    );
  }

  translate(lines: number, characters: number): Position {
    return new Position(this.line + lines, this.character + characters);
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(start: Position, end: Position) {
    this.start = start;
    this.end = end;
  }
}

export function textDocument(text: string, extra: { version?: number; languageId?: string } = {}) {
  const lines = text.split('\n');
  const starts = lines.map(
    (_, line) => lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0),
  );
  const offsetAt = ({ line, character }: Position): number =>
    (starts[line] ?? text.length) + Math.min(character, lines[line]?.length ?? 0);
  const positionAt = (offset: number): Position => {
    const line = starts.findLastIndex((start) => start <= offset);
    return new Position(line, offset - (starts[line] ?? 0));
  };
  return {
    uri: { toString: () => 'file:///a.ts' },
    languageId: extra.languageId ?? 'typescript',
    version: extra.version ?? 1,
    lineCount: lines.length,
    offsetAt,
    positionAt,
    lineAt: (line: number) => ({
      range: new Range(new Position(line, 0), new Position(line, lines[line]?.length ?? 0)),
    }),
    getText: (range: Range) => text.slice(offsetAt(range.start), offsetAt(range.end)),
  };
}
