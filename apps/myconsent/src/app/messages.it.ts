import { messages as shell } from '@registry/app-shell/locales/it.po'
import { messages as shared } from '@registry/domain/locales/it.po'
import { messages as kit } from '@registry/ui/locales/it.po'
import { messages as own } from '../../locales/it.po'

export const messages = { ...shared, ...kit, ...shell, ...own }
