/** Maximum lengths in characters (REQ-FIL-02). */
export const filterNameMax = 80
export const filterDescriptionMax = 255
/** The number of rows in a preview (REQ-FIL-29). */
export const previewRowsMax = 20
/** The most fields of one summary. A client asks for more in further calls. */
export const summaryFieldsMax = 12
