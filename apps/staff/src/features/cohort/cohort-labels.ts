import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { IronMeasure, Phenotype } from '@registry/domain/cohort/groups'

export const phenotypeLabels = {
  TDT: msg`Talassemia trasfusione-dipendente`,
  NTDT: msg`Talassemia non trasfusione-dipendente`,
  SCD: msg`Drepanocitosi`,
  other: msg`Altro fenotipo`,
  unknown: msg`Fenotipo non registrato`,
} as const satisfies Record<Phenotype, MessageDescriptor>

export const sexLabels = { M: msg`Maschi`, F: msg`Femmine` } as const

export const ironTitles = {
  ferritin: msg`Ferritina (ng/mL)`,
  lic: msg`Ferro epatico, LIC (mg/g)`,
  t2: msg`T2* cardiaco (ms)`,
} as const satisfies Record<IronMeasure, MessageDescriptor>

/** The groups of causes of admission, by the `group` of the table icd9. An unknown group shows its own name. */
export const causeLabels: Readonly<Record<string, MessageDescriptor>> = {
  none: msg`Nessun ricovero`,
  unstated: msg`Causa non indicata`,
  biliary: msg`Vie biliari`,
  bone: msg`Ossa e articolazioni`,
  device: msg`Dispositivi e cateteri`,
  digestive: msg`Apparato digerente`,
  drug: msg`Reazioni a farmaci`,
  endocrine: msg`Endocrinologia`,
  eye: msg`Occhi`,
  followup: msg`Controlli`,
  haem: msg`Ematologia`,
  heart: msg`Cuore`,
  infection: msg`Infezioni`,
  iron: msg`Sovraccarico di ferro`,
  kidney: msg`Reni e vie urinarie`,
  liver: msg`Fegato`,
  metabolic: msg`Metabolismo`,
  neuro: msg`Sistema nervoso`,
  other: msg`Altre cause`,
  pregnancy: msg`Gravidanza e parto`,
  scd: msg`Drepanocitosi e crisi`,
  spleen: msg`Milza`,
  stroke: msg`Ictus`,
  symptom: msg`Sintomi`,
  thrombosis: msg`Trombosi`,
  transfusion: msg`Reazioni trasfusionali`,
  transplant: msg`Trapianto`,
}
