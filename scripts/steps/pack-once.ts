import { packageExtension } from '../package.ts';

let packed: ReturnType<typeof packageExtension> | undefined;

/** The packed extension, built at most once in a run of the checks. */
export function packOnce(): ReturnType<typeof packageExtension> {
  packed ??= packageExtension();
  return packed;
}
