declare const __FRONT_END_VERSION__: string

/** The version that this front end was built from. */
export const frontEndVersion: string = __FRONT_END_VERSION__
