import { z } from 'zod'
import { CentreName, ChangedCentre, NewCentre } from '@registry/api-contract/centres'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { legacyRoute, noInput } from '../../http/legacy/declare.ts'
import { filledText, lang, optionalText, text } from '../../http/legacy/fields.ts'
import type { LegacyRoute } from '../../http/legacy/route.ts'

const descriptions = {
  id: fieldTexts.centreId,
  name: fieldTexts.centreName,
  geotreeid: fieldTexts.centreArea,
  address: fieldTexts.centreAddress,
  city: fieldTexts.centreCity,
  ecrf: fieldTexts.centreEcrf,
  password: fieldTexts.centrePassword,
  own_password: fieldTexts.ownStaffPassword,
  has_password: fieldTexts.centreHasPassword,
  ret: fieldTexts.centreRows,
}

const { shape } = NewCentre
const request = z.object({
  id: text(shape.id),
  name: text(shape.name),
  geotreeid: text(shape.geotreeid),
  address: text(shape.address),
  city: text(shape.city),
  ecrf: text(shape.ecrf),
  // Old programs send the new e-CRF password as `password`, so the caller's password has another name.
  password: filledText(shape.ecrfPassword.unwrap()),
  own_password: optionalText(z.string()),
  lang,
})
const toInput = ({ lang: _lang, password: ecrfPassword, own_password: password, ...centre }: z.output<typeof request>) => ({
  ...centre,
  ecrfPassword,
  password,
})
const fieldNames = { ecrfPassword: 'password', password: 'own_password' }
const response = z.object({ has_password: z.boolean() })
const errors = ['centre_area_outside', 'centre_area_not_leaf', 'reauthentication_required', 'password_wrong', 'password_too_long'] as const
const fields = { id: 'RM02', name: 'Centro di Roma', geotreeid: 'ITI4', address: '', city: 'Roma', ecrf: 'FILE' }

const listCentres = legacyRoute({
  method: 'GET',
  path: '/list/center',
  summary: /*i18n*/ { id: 'api.list_center', message: 'Elenca i centri che la persona vede: codice e nome' },
  procedure: (api) => api.centres.names,
  request: z.object({}),
  response: z.object({ ret: CentreName.array() }),
  errors: [],
  descriptions,
  example: { session: 'uses', fields: {} },
  toInput: noInput,
  toResponse: (ret) => ({ ret }),
})

const add = legacyRoute({
  method: 'POST',
  path: '/admin/center_admin',
  action: 'ADD',
  summary: /*i18n*/ { id: 'api.centre_add', message: 'Crea un centro' },
  procedure: (api) => api.centres.create,
  request,
  response,
  errors: [...errors, 'centre_code_in_use'],
  descriptions,
  example: { session: 'uses', fields: { action: 'ADD', ...fields } },
  toInput,
  toResponse: ({ hasPassword }) => ({ has_password: hasPassword }),
  fieldNames,
})

const change = legacyRoute({
  method: 'POST',
  path: '/admin/center_admin',
  action: 'CHANGE',
  summary: /*i18n*/ { id: 'api.centre_change', message: 'Cambia un centro e, se indicata, la sua password e-CRF' },
  procedure: (api) => api.centres.change,
  request: request.extend({ id: text(ChangedCentre.shape.id) }),
  response,
  errors: [...errors, 'centre_not_found', 'centre_state_wrong'],
  descriptions,
  example: { session: 'uses', fields: { action: 'CHANGE', ...fields } },
  toInput,
  toResponse: ({ hasPassword }) => ({ has_password: hasPassword }),
  fieldNames,
})

export const centresLegacy: readonly LegacyRoute[] = [listCentres, add, change]
