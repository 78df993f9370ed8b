import * as vscode from 'vscode';
import { refusePath } from '../core/predictor/file-filter.ts';
import { createIgnoreRules, type IgnoreRules } from '../core/predictor/ignore-rules.ts';

const MAX_IGNORE_FILES = 500;
/** A longer one is read to here. */
const MAX_IGNORE_BYTES = 200_000;

/** Which files of the workspace the predictor may learn, judged by place and name. */
export interface Admission {
  admits(uri: vscode.Uri): boolean;
  /** Reads the .gitignore files anew; the old rules hold until all are read. */
  load(exclude: string, signal: AbortSignal): Promise<void>;
  reset(): void;
}

export function createAdmission(): Admission {
  /** By folder. */
  let rules = new Map<string, IgnoreRules>();

  return {
    admits(uri) {
      const folder = vscode.workspace.getWorkspaceFolder(uri);
      if (folder === undefined) {
        // Diff sides, output panes and the like have schemes of their own and no folder. Of a lone file
        // only its directory and name are judged: whatever lies above is no project of ours.
        const path = uri.path.split('/').slice(-2).join('/');
        return ['file', 'untitled'].includes(uri.scheme) && refusePath(path) === null;
      }
      const path = pathInFolder(folder, uri);
      return refusePath(path) === null && rules.get(folder.uri.toString())?.ignores(path) !== true;
    },
    async load(exclude, signal) {
      const found = new Map<string, IgnoreRules>();
      const uris = await vscode.workspace.findFiles('**/.gitignore', exclude, MAX_IGNORE_FILES);
      for (const uri of uris) {
        const folder = vscode.workspace.getWorkspaceFolder(uri);
        if (folder === undefined) continue;
        const key = folder.uri.toString();
        const folderRules = found.get(key) ?? createIgnoreRules();
        found.set(key, folderRules);
        try {
          const bytes = await vscode.workspace.fs.readFile(uri);
          const text = new TextDecoder().decode(bytes.subarray(0, MAX_IGNORE_BYTES));
          folderRules.set(pathInFolder(folder, uri).split('/').slice(0, -1).join('/'), text);
        } catch {
          // Unreadable rules cannot be followed; the rules by name still hold.
        }
        if (signal.aborted) return;
      }
      rules = found;
    },
    reset() {
      rules = new Map();
    },
  };
}

function pathInFolder(folder: vscode.WorkspaceFolder, uri: vscode.Uri): string {
  return uri.path.slice(folder.uri.path.length).replace(/^\/+/, '');
}
