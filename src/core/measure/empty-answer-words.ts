/**
 * What an answer of nothing means for a measurement: said wherever there is one, because a dash alone
 * looks like a fault of the measuring.
 */
export const EMPTY_ANSWER_WORDS =
  'An answer of nothing has no first token, so it has no TTFT and no TPS: the model took the code for complete, or it was trained on another FIM format than it is asked in.';
