/** Spec 1, section 9. */
export const filterNameMax = 80
export const filterDescriptionMax = 255
