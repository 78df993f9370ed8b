import { PROTOCOL_VERSION } from '../core/protocol.ts';
import { DEFAULT_JOB, type JobChoice, readJob } from './job-choice.ts';
import { MODEL_COLUMNS } from './model-columns.ts';
import { DEFAULT_SORT, type Sort } from './model-rows.ts';

/** What the person arranged in the panel. Survives hiding, moving and a window reload. */
export interface ViewState {
  readonly v: typeof PROTOCOL_VERSION;
  readonly sort: Sort;
  readonly allModels: boolean;
  readonly allRaces: boolean;
  /** The figures that do not fit beside the plot. */
  readonly moreFigures: boolean;
  readonly modelsAsTable: boolean;
  readonly racesAsTable: boolean;
  readonly detailsAsTable: boolean;
  readonly jobsAsTable: boolean;
  readonly job: JobChoice;
}

export const INITIAL_VIEW: ViewState = {
  v: PROTOCOL_VERSION,
  sort: DEFAULT_SORT,
  allModels: false,
  allRaces: false,
  moreFigures: false,
  modelsAsTable: false,
  racesAsTable: false,
  detailsAsTable: false,
  jobsAsTable: false,
  job: DEFAULT_JOB,
};

/** Reads a stored state. Another version's, or anything that is not one, gives the initial view. */
export function readViewState(stored: unknown): ViewState {
  if (typeof stored !== 'object' || stored === null) return INITIAL_VIEW;
  const state = stored as Partial<Record<keyof ViewState, unknown>>;
  if (state.v !== PROTOCOL_VERSION) return INITIAL_VIEW;
  return {
    v: PROTOCOL_VERSION,
    sort: readSort(state.sort),
    allModels: state.allModels === true,
    allRaces: state.allRaces === true,
    moreFigures: state.moreFigures === true,
    modelsAsTable: state.modelsAsTable === true,
    racesAsTable: state.racesAsTable === true,
    detailsAsTable: state.detailsAsTable === true,
    jobsAsTable: state.jobsAsTable === true,
    job: readJob(state.job),
  };
}

function readSort(stored: unknown): Sort {
  if (typeof stored !== 'object' || stored === null) return DEFAULT_SORT;
  const { key, order } = stored as Partial<Record<keyof Sort, unknown>>;
  const known = key === 'name' || MODEL_COLUMNS.some((column) => column.key === key);
  if (!known || (order !== 'ascending' && order !== 'descending')) return DEFAULT_SORT;
  return { key, order } as Sort;
}
