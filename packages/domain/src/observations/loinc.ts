export const loincSystem = 'http://loinc.org'

/**
 * The LOINC code of each analyte that has one, with its name. LOINC has none for the liver iron and the T2* as the registry means them, nor
 * for APP, which has no unit.
 */
export const loincCodes: Readonly<Record<string, { readonly code: string; readonly display: string }>> = {
  HB: { code: '718-7', display: 'Hemoglobin [Mass/volume] in Blood' },
  FERRITIN: { code: '2276-4', display: 'Ferritin [Mass/volume] in Serum or Plasma' },
  ALT: { code: '1742-6', display: 'Alanine aminotransferase [Enzymatic activity/volume] in Serum or Plasma' },
  AST: { code: '1920-8', display: 'Aspartate aminotransferase [Enzymatic activity/volume] in Serum or Plasma' },
  GGT: { code: '2324-2', display: 'Gamma glutamyl transferase [Enzymatic activity/volume] in Serum or Plasma' },
  BILIRUBIN: { code: '1975-2', display: 'Bilirubin.total [Mass/volume] in Serum or Plasma' },
  CREATININE: { code: '2160-0', display: 'Creatinine [Mass/volume] in Serum or Plasma' },
  EGFR: { code: '69405-9', display: 'Glomerular filtration rate/1.73 sq M.predicted' },
  WEIGHT: { code: '29463-7', display: 'Body weight' },
  FIBR_STIFFNESS: { code: '77615-3', display: 'Liver stiffness by US.transient elastography' },
}
