import type { Dialect } from './dialect.ts';
import type { Script, ServedRequest } from './script.ts';
import { tokensOf } from './tokens-of.ts';

export interface Token {
  readonly text: string;
  /** Reasoning, not answer. */
  readonly thought: boolean;
}

/** What a script answers, token by token, within the stop strings and the limit of the request. */
export function answerTokens(
  { script, request }: { readonly script: Script; readonly request: ServedRequest },
  dialect: Dialect,
): { readonly tokens: readonly Token[]; readonly finish: 'stop' | 'length' } {
  const text = typeof script.text === 'function' ? script.text(request) : (script.text ?? 'value;');
  const cuts = dialect.stop.map((stop) => text.indexOf(stop)).filter((at) => at >= 0);
  const kept = cuts.length === 0 ? text : text.slice(0, Math.min(...cuts));
  const pieces = script.pieces ?? tokensOf(kept);
  const thinking = dialect.thought === null ? [] : (script.thinking ?? []);
  const tokens = [
    ...thinking.map((thought) => ({ text: thought, thought: true })),
    ...pieces.map((piece) => ({ text: piece, thought: false })),
  ];
  return tokens.length > dialect.limit
    ? { tokens: tokens.slice(0, dialect.limit), finish: 'length' }
    : { tokens, finish: 'stop' };
}
