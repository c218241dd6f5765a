/** Reasons for rejecting a file. Callers rely on the codes; `packages/domain/src/imports/messages.ts` has the messages. */
export const tableErrorCodes = [
  'file_empty',
  'file_too_large',
  'file_format_mismatch',
  'file_encoding',
  'file_nul',
  'file_rows_too_many',
  'file_columns_too_many',
  'file_cell_too_long',
  'file_row_too_long',
  'file_compressed',
  'file_header_unknown',
  'file_column_near',
  'file_column_none',
  'file_column_missing',
  'file_column_duplicate',
  'file_column_unnamed',
  'file_too_slow',
  'file_too_complex',
  'csv_quote',
  'csv_cells',
  'csv_delimiter',
  'json_syntax',
  'json_shape',
  'json_duplicate_key',
  'json_value',
  'fhir_bundle_expected',
  'xml_syntax',
  'xml_shape',
  'xml_doctype',
  'xml_instruction',
  'xml_entity',
  'xml_attributes_too_many',
  'xml_text_too_long',
  'xlsx_damaged',
  'xlsx_encrypted',
  'xlsx_entries_too_many',
  'xlsx_unpacks_too_large',
  'xlsx_no_sheet',
  'xlsx_error_cell',
  'xlsx_formula_empty',
  'xlsx_number_too_long',
  'xlsx_text_too_long',
  'xlsx_rows_too_many',
] as const

export type TableErrorCode = (typeof tableErrorCodes)[number]

/** The place of the error and the limit. `row` 1 is the first data row, `line` is a line of the text. Texts are cut at 80 characters. */
export type TableErrorParams = Readonly<Record<string, string | number>>

/** Thrown if the file is at fault. Any other error is a fault of the program. */
export class TableError extends Error {
  readonly code: TableErrorCode
  readonly params: TableErrorParams

  constructor(code: TableErrorCode, params: TableErrorParams = {}) {
    super(code)
    this.name = 'TableError'
    this.code = code
    this.params = params
  }
}
