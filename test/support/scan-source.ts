import { parseAst } from 'vite';

/** What one source file says about itself, as far as the rules of the house need it. */
export interface SourceFacts {
  /** Every module specifier: static, dynamic, `require`, re-exported, in types, type-only too. */
  readonly imports: readonly string[];
  /** Imports or requires whose specifier is not a plain string, so that no scan can judge them. */
  readonly opaqueImports: number;
  /** Specifiers of `export … from`. */
  readonly reExports: readonly string[];
  readonly hasDefaultExport: boolean;
  /** Names read or called that the file does not bind itself: `fetch`, `setTimeout`, `Date.now`. */
  readonly globals: ReadonlySet<string>;
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The nodes below `node`, itself included, in source order. */
function* walk(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) yield* walk(child);
  }
}

/** The text of a string literal or of a template without holes. */
function textOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  const quasis = node['quasis'] as readonly { value: { cooked: string } }[] | undefined;
  if (node.type === 'TemplateLiteral' && quasis?.length === 1)
    return quasis[0]?.value.cooked ?? null;
  return null;
}

const nameOf = (node: unknown): string | null =>
  isNode(node) && node.type === 'Identifier' ? (node['name'] as string) : null;

/** `createRequire(…)` hands out a second `require`, whatever it is called. */
const isRequire = (callee: unknown): boolean =>
  nameOf(callee) === 'require' ||
  (isNode(callee) &&
    callee.type === 'MemberExpression' &&
    nameOf(callee['object']) === 'require') ||
  (isNode(callee) &&
    callee.type === 'CallExpression' &&
    nameOf(callee['callee']) === 'createRequire');

/** Parses TypeScript (or TSX) and collects what the rules need. Throws on a syntax error. */
export function scanSource(text: string, lang: 'ts' | 'tsx' = 'ts'): SourceFacts {
  const imports: string[] = [];
  const reExports: string[] = [];
  let opaqueImports = 0;
  let hasDefaultExport = false;
  const bound = new Set<string>();
  const used = new Set<string>();

  const take = (source: unknown) => {
    const specifier = textOf(source);
    if (specifier === null) opaqueImports += 1;
    else imports.push(specifier);
    return specifier;
  };

  const program = parseAst(text, { lang }) as unknown as Node;
  // A `declare module` block describes somebody else's exports, so it may hold a default one.
  const ownExports = new Set(program['body'] as readonly Node[]);
  for (const node of walk(program)) {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ImportExpression':
      case 'TSImportType':
        take(node['source']);
        break;
      case 'TSExternalModuleReference':
        take(node['expression']);
        break;
      case 'ExportAllDeclaration':
      case 'ExportNamedDeclaration':
        if (isNode(node['source'])) reExports.push(take(node['source']) ?? '');
        break;
      case 'ExportDefaultDeclaration':
      case 'TSExportAssignment':
        if (ownExports.has(node)) hasDefaultExport = true;
        break;
      case 'ExportSpecifier':
        if (nameOf(node['exported']) === 'default') hasDefaultExport = true;
        break;
      case 'CallExpression':
        if (isRequire(node['callee'])) take((node['arguments'] as readonly unknown[])[0]);
        break;
      case 'MemberExpression': {
        const owner = nameOf(node['object']);
        const name =
          node['computed'] === true ? textOf(node['property']) : nameOf(node['property']);
        if (owner !== null && name !== null) used.add(`${owner}.${name}`);
        if (owner === 'globalThis' && name !== null) used.add(name);
        break;
      }
    }
    for (const name of bindingsOf(node)) bound.add(name);
    for (const name of readsOf(node)) used.add(name);
  }
  const globals = new Set([...used].filter((name) => !bound.has(name.split('.')[0] ?? name)));
  return { imports, opaqueImports, reExports, hasDefaultExport, globals };
}

/** Names that a declaration, an import or a parameter gives to the file. Scopes are not told apart. */
function bindingsOf(node: Node): string[] {
  const one = (value: unknown) => [nameOf(value)].filter((name) => name !== null);
  switch (node.type) {
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return one(node['local']);
    case 'VariableDeclarator':
      return patternNames(node['id']);
    case 'ClassDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
      return one(node['id']);
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return [...one(node['id']), ...(node['params'] as readonly unknown[]).flatMap(patternNames)];
    default:
      return [];
  }
}

function patternNames(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  const own = nameOf(pattern);
  if (own !== null) return [own];
  const parts = [pattern['properties'], pattern['elements']].flat();
  const inner = [pattern['value'], pattern['left'], pattern['argument'], ...parts];
  return inner.flatMap(patternNames);
}

/** Bare identifiers among a node's values. Property names and keys are not reads. */
function readsOf(node: Node): string[] {
  const names: string[] = [];
  for (const [key, value] of Object.entries(node)) {
    const isLabel =
      (key === 'property' && node['computed'] !== true) ||
      (key === 'key' && node['computed'] !== true && node['shorthand'] !== true) ||
      ['id', 'local', 'imported', 'exported', 'label', 'params'].includes(key);
    if (isLabel) continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      const name = nameOf(child);
      if (name !== null) names.push(name);
    }
  }
  return names;
}
