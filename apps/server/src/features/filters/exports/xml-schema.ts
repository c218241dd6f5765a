import type { FastifyInstance } from 'fastify'
import { filterableFields, type Field } from '@registry/domain/fields/dictionary'
import type { FieldType } from '@registry/domain/fields/field-definition'
import { missingReasonsColumn } from '@registry/domain/fields/missing'
import { xmlName, xmlText } from '@registry/tabular/write/xml-text'
import { pseudonym } from './package/variables.ts'

/** The types of XML Schema. Several choices are a JSON list, and the values of tables change, so both are texts. */
const types: Record<FieldType, string> = {
  string: 'xs:string',
  integer: 'xs:integer',
  float: 'xs:double',
  date: 'xs:date',
  boolean: 'xs:boolean',
  choice: 'xs:string',
  choices: 'xs:string',
}

const element = (name: string, type: string, label: Field['label']): string => `
              <xs:element name="${xmlName(name)}" type="${type}" minOccurs="0">
                <xs:annotation>
                  <xs:documentation xml:lang="it">${xmlText(label.it)}</xs:documentation>
                  <xs:documentation xml:lang="en">${xmlText(label.en)}</xs:documentation>
                </xs:annotation>
              </xs:element>`

/**
 * The XML Schema 1.0 of exports of filters and studies, built from the dictionary. A row has each of its fields once, in any order
 * (REQ-EXP-09).
 */
export const buildXmlSchema = (): string => `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="rows">
    <xs:complexType>
      <xs:sequence>
        <xs:element name="row" minOccurs="0" maxOccurs="unbounded">
          <xs:complexType>
            <xs:all>${[
              element(pseudonym.name, 'xs:string', pseudonym.label),
              ...filterableFields.map((field) => element(field.name, types[field.type], field.label)),
              element(missingReasonsColumn.name, 'xs:string', missingReasonsColumn.label),
            ].join('')}
            </xs:all>
          </xs:complexType>
        </xs:element>
      </xs:sequence>
    </xs:complexType>
  </xs:element>
</xs:schema>
`

/** Serves the schema without a session, like the document of the legacy paths: it contains no data (REQ-EXP-09). */
export const registerXmlSchema = (server: FastifyInstance): void => {
  const schema = buildXmlSchema()
  server.get('/api/export.xsd', { config: { page: true } }, async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(schema),
  )
}
