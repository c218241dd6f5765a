/** The error messages of a form by field; `form` is the message of no single field. */
export type FormErrors = Readonly<Record<string, string | undefined>>

type Change = {
  readonly errors: FormErrors
  readonly foundBefore: FormErrors
  readonly found: FormErrors
  readonly before: object
  readonly values: object
}

const getField = (path: string): string => path.split('.', 1)[0] ?? path

/**
 * The shown errors that a change did not mend (REQ-UI-21). An error of the rules goes when they find it no more, one of the server when
 * its field changes. The server's error about the whole stays until the next attempt.
 */
export const findRemainingErrors = ({ errors, foundBefore, found, before, values }: Change): FormErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(([path]) => {
      if (found[path] !== undefined) return true
      const field = getField(path)
      return foundBefore[path] === undefined && Reflect.get(before, field) === Reflect.get(values, field)
    }),
  )
