type Errors<Message> = Readonly<Record<string, Message>>
type Values = Readonly<Record<string, unknown>>

type Change<Message> = {
  /** The shown errors. */
  readonly errors: Errors<Message>
  /** What the rules of the form find now. */
  readonly found: Readonly<Record<string, unknown>>
  readonly before: Values
  readonly values: Values
}

const getField = (path: string): string => path.split('.', 1)[0] ?? path

/**
 * The shown errors that a change did not mend (REQ-UI-21). An error of the rules goes when they find it no more, one of the server when
 * its field changes. The server's error about the whole stays until the next attempt.
 */
export const findRemainingErrors = <Message>({ errors, found, before, values }: Change<Message>): Record<string, Message> =>
  Object.fromEntries(
    Object.entries(errors).filter(([path]) => {
      const field = getField(path)
      return (found[path] !== undefined && found[path] !== null) || before[field] === values[field]
    }),
  )
