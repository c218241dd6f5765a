/** Moves the focus to an element that the next render draws, for example a part that was added or moved. */
export const focusLater = (id: string): void => {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}
