/** A copy of `value` in which every object, at every depth, holds one more field for each given one. */
export function withCanary(value: unknown, fields: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((inner) => withCanary(inner, fields));
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.entries(value).map(([key, inner]) => [key, withCanary(inner, fields)]);
  return { ...Object.fromEntries(own), ...fields };
}
