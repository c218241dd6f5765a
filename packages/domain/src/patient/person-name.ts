/** The first letter of each part of a name. An apostrophe or a hyphen begins a new part, as in D'ANGELO. */
const initial = /(^|[\s'’-])(\p{L})/gu

/** Formats a name that the registry keeps in capitals as people write it. A name with small letters stays as it is. */
export const formatPersonName = (name: string): string =>
  name === name.toUpperCase() ? name.toLowerCase().replaceAll(initial, (part) => part.toUpperCase()) : name
