import { documented, looseObject, string } from './fields.js';

/** Validates the actor of an action. API specification: Resources › Order action log entry. */
export const actionLogActorSchema = looseObject({
  type: documented(string),
  id: documented(string),
  name: documented(string),
  role: documented(string),
});

/** Validates an entry in an action log. API specification: Resources › Order action log entry. */
export const actionLogEntrySchema = looseObject({
  action: documented(string),
  actor: documented(actionLogActorSchema),
  metadata: documented(looseObject({})),
  created: documented(string),
});
