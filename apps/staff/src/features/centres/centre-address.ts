export const centreListAddress = '/centri'

export const centreAddress = (code: string): string => `/centro/${encodeURIComponent(code)}`
