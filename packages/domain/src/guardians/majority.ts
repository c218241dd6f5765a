/** The day on which a person comes of age. Who was born on 29 February does so on 28 February, as in the database (REQ-GRD-06). */
export const findMajority = (birthDate: string): string => {
  const [year = '', month, day] = birthDate.split('-')
  const majority = String(Number(year) + 18)
  const isLeapDay = month === '02' && day === '29' && new Date(`${majority}-02-29T00:00:00Z`).getUTCDate() !== 29
  return `${majority}-${month}-${isLeapDay ? '28' : day}`
}

export const isMinor = (birthDate: string, today: string): boolean => today < findMajority(birthDate)
