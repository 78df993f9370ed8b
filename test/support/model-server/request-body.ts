export type Body = Record<string, unknown>;

export const textIn = (body: Body, key: string): string =>
  typeof body[key] === 'string' ? body[key] : '';

export const stringsIn = (body: Body, key: string): string[] => {
  const value = body[key];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
};

/** A limit; without one there is none. */
export const limitIn = (body: Body, key: string): number => {
  const value = body[key];
  return typeof value === 'number' && value >= 0 ? value : Number.POSITIVE_INFINITY;
};
