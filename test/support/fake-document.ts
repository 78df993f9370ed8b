import { Position, Range } from './vscode-text.ts';

export interface DocumentChange {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/**
 * A document that can be edited, kept as the extension host keeps one: by lines, with the sums of their
 * lengths worked out anew behind each edit when somebody asks for an offset.
 */
export class FakeDocument {
  readonly uri: {
    readonly scheme: string;
    readonly path: string;
    readonly toString: () => string;
  };
  readonly languageId = 'typescript';
  readonly lineEnd: string;
  version = 1;
  readonly #lines: string[];
  /** Offset of each line's start, right up to `#valid`. */
  readonly #starts: number[] = [0];
  #valid = 0;

  constructor(text: string, path = '/work/a.ts') {
    this.uri = { scheme: 'file', path, toString: () => `file://${path}` };
    this.lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
    this.#lines = text.split(this.lineEnd);
  }

  get lineCount(): number {
    return this.#lines.length;
  }

  get length(): number {
    return this.offsetAt(new Position(this.lineCount, 0));
  }

  offsetAt({ line, character }: Position): number {
    if (line >= this.#lines.length) {
      const last = this.#lines.length - 1;
      return this.#startOf(last) + this.#line(last).length;
    }
    return this.#startOf(line) + Math.min(character, this.#line(line).length);
  }

  positionAt(offset: number): Position {
    this.#startOf(this.#lines.length - 1);
    let low = 0;
    let high = this.#lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const character = Math.max(0, offset - (this.#starts[low] ?? 0));
    return new Position(low, Math.min(character, this.#line(low).length));
  }

  lineAt(line: number): { readonly text: string; readonly range: Range } {
    const text = this.#line(line);
    return { text, range: new Range(new Position(line, 0), new Position(line, text.length)) };
  }

  getText(range?: Range): string {
    if (range === undefined) return this.#lines.join(this.lineEnd);
    const { start, end } = range;
    if (start.line === end.line) {
      return this.#line(start.line).slice(start.character, end.character);
    }
    return [
      this.#line(start.line).slice(start.character),
      ...this.#lines.slice(start.line + 1, end.line),
      this.#line(end.line).slice(0, end.character),
    ].join(this.lineEnd);
  }

  /** Line feeds in `inserted` become the document's own line ends, as the editor writes them. */
  replace(offset: number, removedChars: number, inserted: string): DocumentChange {
    const start = this.positionAt(offset);
    const end = this.positionAt(offset + removedChars);
    const text = inserted.replaceAll('\n', this.lineEnd);
    const pieces = text.split(this.lineEnd);
    const behind = this.#line(end.line).slice(end.character);
    pieces[0] = this.#line(start.line).slice(0, start.character) + pieces[0];
    pieces[pieces.length - 1] += behind;
    if (pieces.length === 1 && start.line === end.line) this.#lines[start.line] = pieces[0];
    else {
      this.#lines.splice(start.line, end.line - start.line + 1, ...pieces);
      this.#starts.length = Math.min(this.#starts.length, this.#lines.length);
    }
    this.#valid = Math.min(this.#valid, start.line);
    this.version += 1;
    return { rangeOffset: offset, rangeLength: removedChars, text };
  }

  #line(line: number): string {
    return this.#lines[line] ?? '';
  }

  #startOf(line: number): number {
    while (this.#valid < line) {
      const next = (this.#starts[this.#valid] ?? 0) + this.#line(this.#valid).length;
      this.#valid += 1;
      this.#starts[this.#valid] = next + this.lineEnd.length;
    }
    return this.#starts[line] ?? 0;
  }
}
