// Keeps a copy of the orders and the menu of an outlet, and what was sold. It is the reporting backend, which serves both.
import '../reporting/service.js';
