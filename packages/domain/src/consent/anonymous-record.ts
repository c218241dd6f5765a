/** The least number of equal records that are published together (REQ-CON-08). */
export const minEqualRecords = 5

/**
 * The ten columns of an anonymous record with their classes, in the order in which they are published (REQ-CON-08). A class that the record
 * does not contain is `UNKNOWN`. The names of the classes survive a spreadsheet: `1-2` would become a day.
 */
export const anonymousColumns = {
  SEX: ['F', 'M', 'U'],
  AGE_GROUP: ['0_TO_17', '18_TO_39', '40_TO_59', '60_OR_MORE'],
  AREA: ['NORTH', 'CENTRE', 'SOUTH_AND_ISLANDS'],
  DISEASE: ['BETA', 'ALPHA', 'SICKLE', 'VARIANT', 'CARRIER', 'RARE'],
  TRANSFUSION_DEPENDENT: ['YES', 'NO'],
  SPLENECTOMY: ['YES', 'NO'],
  VITAL_STATUS: ['ALIVE', 'DEAD'],
  FERRITIN: ['UNDER_500', 'UNDER_1000', 'UNDER_2500', '2500_OR_MORE'],
  CARDIAC_T2: ['UNDER_10', 'UNDER_20', '20_OR_MORE'],
  COMPLICATIONS: ['0', '1_OR_2', '3_OR_MORE'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type AnonymousColumn = keyof typeof anonymousColumns
export const anonymousColumnNames = Object.keys(anonymousColumns).filter((name): name is AnonymousColumn => name in anonymousColumns)

export const unknownClass = 'UNKNOWN'

/** The columns of each level of publication, the finest first. The other columns of the level stay empty. */
export const publicationLevels: readonly (readonly AnonymousColumn[])[] = [
  anonymousColumnNames,
  anonymousColumnNames.slice(0, 7),
  anonymousColumnNames.slice(0, 4),
  ['DISEASE'],
]
