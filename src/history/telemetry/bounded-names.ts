/** A name that an attribute may hold: an id such as `typescript` or `objective-c++`. */
const ID = /^[\p{L}\p{N}][\p{L}\p{N}+#._-]{0,39}$/u;

/**
 * Lets ids through as long as there are few: each new value of an attribute is a further series in
 * the person's database. Whatever comes after `max` different ones, or is no id, is `other`.
 */
export function boundedNames(max: number): (name: string) => string {
  const seen = new Set<string>();
  return (name) => {
    if (seen.has(name)) return name;
    if (seen.size >= max || !ID.test(name)) return 'other';
    seen.add(name);
    return name;
  };
}
