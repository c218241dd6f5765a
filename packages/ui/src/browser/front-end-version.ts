declare const __FRONT_END_VERSION__: string

/** The version of the running front end, set at build time. */
export const frontEndVersion: string = __FRONT_END_VERSION__
