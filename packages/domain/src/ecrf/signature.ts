/** The years that a record can be signed for: the current one and the previous one, which centres check in spring. */
export const listSignableYears = (today: string): readonly number[] => {
  const year = Number(today.slice(0, 4))
  return [year, year - 1]
}
