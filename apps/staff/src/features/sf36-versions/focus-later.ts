/** Moves the focus to an element of the next render, for example a part that was added or moved. */
export const focusLater = (id: string): void => {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}
