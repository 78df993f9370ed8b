/** What the words of the report mean, one line each. */
export const GLOSSARY = `What the words mean
  position             one place in a line that was really written; the rest of the line is asked for
  exact match          the whole rest was guessed, whether or not it would have been shown
  q                    how sure the predictor must be to speak, from 0 to 1: the eagerness settings
  coverage             share of positions at which it was that sure and text was shown
  shown text right     share of shown texts that were written just so, up to where they end
  to the end           share of shown texts that were the whole rest of the line
  characters covered   share of all characters asked for that right shown texts would have typed
  reliability          claimed probability > share that was right (how many), in steps of a tenth;
                       mean error is the average distance of the two: 0 is an honest predictor
  keystrokes saved     of typing the lines key by key, taking a text only when all of it is right
  wrong ghosts         shown texts that were not taken`;
