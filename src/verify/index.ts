/**
 * Describes your backend to the command `verify`, which checks your integration before you go live.
 *
 * @packageDocumentation
 */

export type {
  Action,
  BackendOrder,
  BackendSettings,
  CommonActions,
  DigitalOrderingActions,
  HttpCall,
  OrderDataActions,
  Verification,
  VerificationOptions,
} from './verification.js';
export { defineVerification } from './verification.js';
