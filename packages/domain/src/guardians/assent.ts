/** The text for a minor before the answer in person: the published document `assent_child` or `assent_adolescent`. */
export type AssentText = 'child' | 'adolescent'
export type Assent = { readonly text: AssentText; readonly isAsked: boolean }

const adolescentAge = 14

type Minor = {
  /** The day of the 18th birthday. Null without a birth date: such a person is an adult. */
  readonly majority: string | null
  readonly today: string
  /** The setting `assent_age`. */
  readonly assentAge: number
  /** Whether the minor has answered in person. */
  readonly isHeard: boolean
}

/**
 * The text for a minor, and whether the registry asks for the minor's answer. Any minor may be heard; from the age of the setting on they are
 * asked (REQ-GRD-03). Null for an adult.
 */
export const findAssent = ({ majority, today, assentAge, isHeard }: Minor): Assent | null => {
  if (majority === null || majority <= today) return null
  const hasAge = (age: number): boolean => `${Number(majority.slice(0, 4)) - 18 + age}${majority.slice(4)}` <= today
  return { text: hasAge(adolescentAge) ? 'adolescent' : 'child', isAsked: !isHeard && hasAge(assentAge) }
}
