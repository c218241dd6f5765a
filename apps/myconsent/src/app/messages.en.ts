import { messages as shell } from '@registry/app-shell/locales/en.po'
import { messages as shared } from '@registry/domain/locales/en.po'
import { messages as ui } from '@registry/ui/locales/en.po'
import { messages as own } from '../../locales/en.po'

export const messages = { ...shared, ...ui, ...shell, ...own }
