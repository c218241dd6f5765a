/** The id that connects the input of a field with the links of `ErrorSummary`. */
export const fieldId = (name: string): string => `field-${name}`
