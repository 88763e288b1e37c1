import { describeStorage } from '@postrider/conformance/storage'
import { sqliteOpener } from './open-databases.js'

describeStorage('SQLite', sqliteOpener())
