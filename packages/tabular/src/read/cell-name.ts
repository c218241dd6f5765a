/** The letters of a column: 0 is A, 26 is AA. */
const formatColumnLetters = (column: number): string =>
  (column < 26 ? '' : formatColumnLetters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

/** The name of a cell as a spreadsheet shows it, such as `E2`. `column` begins with 0, `row` with 1. */
export const formatCellName = (column: number, row: number): string => `${formatColumnLetters(column)}${row}`
