/** Words that messages about wrong input are made of: to hide them says nothing of a guest, and leaves nobody a message to read. */
const ordinary = new Set(
  `a above address allowed already amount an and any are array as at be been below between body boolean by can cannot channel
  characters closed code contain contains currency customer date decimal deposit description digits discount does duplicate
  empty enough equal error exceed exceeds exist expected fail failed field fields final for format found from full greater
  guest has have id in integer invalid is item items least length less limit list long longer maximum menu minimum missing more most
  must name negative no not note null number object of on one only open option or order other outside past path payment
  positive price query range reached reason receipt required reservation service short size status string table text than the
  time to too total type unique unknown used valid value was wrong zero`.split(/\s+/),
);

export function isOrdinary(word: string): boolean {
  return ordinary.has(word.toLowerCase());
}
