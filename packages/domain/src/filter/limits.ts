/** Maximum lengths in characters (REQ-FIL-02). */
export const filterNameMax = 80
export const filterDescriptionMax = 255
