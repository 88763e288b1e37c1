/** An SMSC to show sessions with: hosts know no adapter. */
export { openSmscSimulator, type SmscSimulatorEvent } from '@postrider/provider-smpp/smsc-simulator'
