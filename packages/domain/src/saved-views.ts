/** The views of one person: of a work list at a centre, or of the log. */
export const savedViewsMax = 20
export const savedViewNameMax = 60
