// The backend on a machine that dies, or whose clock jumps: see the environment variables of these modules.
import './die.js';
import './jumping-clock.js';
import './backend.js';
