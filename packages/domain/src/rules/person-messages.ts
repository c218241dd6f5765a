/** Messages of the rules about the person. The patients' own form checks some of them, so patients load these alone. */
export const personRuleMessages = {
  rule_region_outside_italy: /*i18n*/ {
    id: 'error.rule_region_outside_italy',
    message: 'La regione si indica solo se la nazione è l’Italia',
  },
  rule_postcode_wrong: /*i18n*/ { id: 'error.rule_postcode_wrong', message: 'Il CAP italiano ha cinque cifre' },
  rule_weight_jump: /*i18n*/ {
    id: 'error.rule_weight_jump',
    message: 'Il peso è cambiato di oltre il 20% dal salvataggio precedente: verifica le dosi per chilo',
  },
  rule_legal_id_disagrees: /*i18n*/ {
    id: 'error.rule_legal_id_disagrees',
    message: 'La data di nascita o il sesso nel codice fiscale sono diversi da quelli indicati',
  },
  rule_email_missing: /*i18n*/ { id: 'error.rule_email_missing', message: 'Campo email obbligatorio' },
  rule_mobile_missing: /*i18n*/ { id: 'error.rule_mobile_missing', message: 'Campo cellulare obbligatorio' },
} as const
