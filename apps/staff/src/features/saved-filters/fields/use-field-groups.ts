import { sectionLabels } from '@registry/domain/fields/section-labels'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { trpc } from '../../../app/shell.ts'
import { type FieldGroup, buildFieldGroups } from './field-groups.ts'

/** The available fields, by category. */
export const useFieldGroups = (): readonly FieldGroup[] => {
  const { language } = useLanguage()
  const { data: picker } = useSuspenseQuery(trpc.savedFilters.picker.queryOptions())
  return useMemo(() => buildFieldGroups(picker, sectionLabels['Personal Data'][language]), [picker, language])
}
